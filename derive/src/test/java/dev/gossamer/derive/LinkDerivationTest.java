package dev.gossamer.derive;

import dev.gossamer.links.LinkGraph;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

class LinkDerivationTest extends DerivationContract {
    @Override
    DerivedData kind() {
        return DerivedData.LINKS;
    }

    @Override
    Derivation open() throws IOException {
        return LinkDerivation.open(folder.resolve("links"), NormalForm.DEFAULT);
    }

    @Override
    Set<String> known(int to) throws IOException {
        var paths = new TreeSet<String>();
        try (var graph = LinkGraph.open(folder.resolve("links"))) {
            for (int i = 0; i < to; i++) {
                if (graph.fetched(Url.of("http://a.test/" + i)).isPresent()) paths.add("/" + i);
            }
        }
        return paths;
    }
}
