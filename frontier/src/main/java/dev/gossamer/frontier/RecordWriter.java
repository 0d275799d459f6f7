package dev.gossamer.frontier;

import dev.gossamer.files.BlockHead;
import dev.gossamer.files.Disk;
import java.io.IOException;

/**
 * Appends records to a file. A record is gathered in memory between {@link #begin} and {@link
 * #end}; {@link #flush} hands all that were gathered to the operating system. Layout: {@link
 * RecordReader}.
 */
final class RecordWriter implements AutoCloseable {
    private static final int FIRST_BUFFER_BYTES = 1 << 12;

    private final Disk.File file;
    private final Bytes gathered = new Bytes(FIRST_BUFFER_BYTES);
    private int recordStart;
    private RecordType type = RecordType.END;
    private long writtenBytes;

    private RecordWriter(Disk.File file, long writtenBytes) {
        this.file = file;
        this.writtenBytes = writtenBytes;
    }

    static RecordWriter create(Disk disk, String name, RecordReader.Kind kind) throws IOException {
        var writer = new RecordWriter(disk.create(name), 0);
        byte[] header = kind.header();
        writer.gathered.putRaw(header, 0, header.length);
        return writer;
    }

    /** Goes on with a file that was read to {@code length}; what follows is a torn tail. */
    static RecordWriter append(Disk disk, String name, long length) throws IOException {
        var file = disk.open(name);
        file.truncate(length);
        return new RecordWriter(file, length);
    }

    /** What goes into the record is to be put here, before {@link #end}. */
    Bytes begin(RecordType type) {
        recordStart = gathered.end;
        gathered.room(BlockHead.BYTES);
        gathered.end += BlockHead.BYTES;
        this.type = type;
        return gathered;
    }

    void end() {
        gathered.put(type.code);
        int body = recordStart + BlockHead.BYTES;
        int length = gathered.end - body;
        BlockHead.put(gathered.array, recordStart, gathered.array, body, length);
    }

    /** Of the file, with what was gathered and not yet flushed. */
    long bytes() {
        return writtenBytes + gathered.end;
    }

    /** Of the file, as far as the operating system has it. */
    long flushedBytes() {
        return writtenBytes;
    }

    int gatheredBytes() {
        return gathered.end;
    }

    /** When it throws, nothing is lost: a part that was written is written again at its place. */
    void flush() throws IOException {
        if (gathered.end == 0) return;
        file.write(writtenBytes, gathered.array, 0, gathered.end);
        writtenBytes += gathered.end;
        gathered.clear();
    }

    /** Waits until what was flushed is on the disk. */
    void sync() throws IOException {
        file.sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
