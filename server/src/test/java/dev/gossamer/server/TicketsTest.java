package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class TicketsTest {
    private Instant now = Instant.EPOCH;
    private final Tickets tickets = new Tickets(() -> now);

    @Test
    void aTicketIsTakenOnce() {
        String ticket = tickets.issue("/a");
        assertThat(ticket).hasSize(Tickets.PREFIX.length() + 32);
        assertThat(tickets.take(ticket)).hasValue("/a");
        assertThat(tickets.take(ticket)).isEmpty();
    }

    @Test
    void aTicketEndsAfterAMinute() {
        String ticket = tickets.issue("/a");
        String other = tickets.issue("/b");
        now = now.plus(Duration.ofSeconds(60));
        assertThat(tickets.take(ticket)).hasValue("/a");
        now = now.plus(Duration.ofSeconds(1));
        assertThat(tickets.take(other)).isEmpty();
    }

    @Test
    void theOldestGoWhenThereAreTooMany() {
        var all = new ArrayList<String>();
        for (int i = 0; i <= Tickets.MOST; i++) all.add(tickets.issue("/" + i));
        assertThat(tickets.take(all.getFirst())).isEmpty();
        assertThat(tickets.take(all.get(1))).hasValue("/1");
        assertThat(tickets.take(all.getLast())).hasValue("/" + Tickets.MOST);
    }
}
