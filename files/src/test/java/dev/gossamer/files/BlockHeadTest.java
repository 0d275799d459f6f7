package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class BlockHeadTest {
    private static final byte[] BLOCK = "123456789".getBytes(StandardCharsets.US_ASCII);

    private static byte[] head() {
        var head = new byte[BlockHead.BYTES + 2];
        BlockHead.put(head, 1, BLOCK, 0, BLOCK.length);
        return head;
    }

    /** What stands on the disks of others must not change. */
    @Test
    void theFormatStaysWhatItIs() {
        assertThat(HexFormat.of().formatHex(head(), 1, 13)).isEqualTo("00000009d5a91ddfe3069283");
    }

    @Test
    void theChecksumIsTheOneOfTheStandard() {
        assertThat(Checksum.of("123456789")).isEqualTo("e3069283");
        assertThat(Checksum.of(ByteBuffer.wrap(BLOCK))).isEqualTo(0xe3069283);
    }

    @Test
    void everyFlippedBitIsNoticed() {
        assertThat(BlockHead.length(head(), 1)).isEqualTo(9);
        assertThat(BlockHead.isIntact(head(), 1, BLOCK, 0, 9)).isTrue();
        for (int bit = 0; bit < BlockHead.BYTES * 8; bit++) {
            var head = head();
            head[1 + bit / 8] ^= (byte) (1 << bit % 8);
            boolean isBelieved =
                    BlockHead.length(head, 1) == 9 && BlockHead.isIntact(head, 1, BLOCK, 0, 9);
            assertThat(isBelieved).as("bit %d", bit).isFalse();
        }
    }
}
