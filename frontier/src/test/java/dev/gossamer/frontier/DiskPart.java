package dev.gossamer.frontier;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The files of a disk whose names begin with a prefix, as if they had it to themselves. */
record DiskPart(Disk whole, String prefix) implements Disk {
    @Override
    public List<String> list() throws IOException {
        var names = new ArrayList<String>();
        for (var name : whole.list())
            if (name.startsWith(prefix)) names.add(name.substring(prefix.length()));
        return names;
    }

    @Override
    public File create(String name) throws IOException {
        return whole.create(prefix + name);
    }

    @Override
    public File open(String name) throws IOException {
        return whole.open(prefix + name);
    }

    @Override
    public void delete(String name) throws IOException {
        whole.delete(prefix + name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        whole.rename(prefix + from, prefix + to);
    }

    @Override
    public void syncNames() throws IOException {
        whole.syncNames();
    }

    @Override
    public String place(String name) {
        return whole.place(prefix + name);
    }
}
