package dev.gossamer.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PageAllowanceTest {
    @Test
    void whatIsClaimedFirstIsGrantedFirst() {
        var pages = new PageAllowance(100);
        pages.claim("a/1", 60);
        pages.claim("b/1", 60);
        assertEquals(60, pages.grantedTo("a/"));
        assertEquals(40, pages.grantedTo("b/"));
        assertTrue(pages.isSpent());
    }

    @Test
    void aClaimThatIsReadTwiceCountsOnce() {
        var pages = new PageAllowance(100);
        pages.claim("a/1", 10);
        pages.claim("a/1", 10);
        pages.claim("a/2", 5);
        assertEquals(15, pages.grantedTo("a/"));
        assertFalse(pages.isSpent());
    }

    @Test
    void togetherTheyClaimAllAndNeverMore() {
        var pages = new PageAllowance(1_000_000);
        int claims = 0;
        for (; !pages.isSpent(); claims++)
            pages.claim("n" + claims % 7 + "/" + claims, pages.nextClaim(7));
        long sum = 0;
        for (int i = 0; i < 7; i++) sum += pages.grantedTo("n" + i + "/");
        assertEquals(1_000_000, sum);
        assertTrue(claims < 500, claims + " claims");
    }

    @Test
    void aClaimOfNothingOrLessGetsNothing() {
        var pages = new PageAllowance(10);
        pages.claim("a/1", -5);
        assertEquals(0, pages.grantedTo("a/"));
    }
}
