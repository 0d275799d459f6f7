package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "index",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Build the links and the search index of a crawl that was made without them, or bring them up to date. An index of the archive that is lost or damaged is made anew.")
final class IndexCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException {
        AskedFolder.check(directory);
        if (!Archive.isIn(directory))
            throw new UsageException(
                    "%s holds no archive to build them from; '%s' without --store makes one"
                            .formatted(directory, TypedCommand.with("crawl")));
        new CatchUp(spec.commandLine()).run(directory, EnumSet.allOf(DerivedData.class));
        return 0;
    }
}
