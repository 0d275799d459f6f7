package dev.gossamer.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A server that can be killed: a process of its own. */
final class ServerProcess {
    private ServerProcess() {}

    public static void main(String[] words) throws Exception {
        Path folder = Path.of(words[0]);
        var server =
                GossamerServer.start(
                        ServerOptions.in(folder.resolve("crawls"))
                                .port(0)
                                .token(Optional.of(folder.resolve("token")))
                                .running(new ServerOptions.Crawls(ServedWeb.command(), 4, true)));
        Files.writeString(folder.resolve("server.address"), server.address());
        server.join();
    }
}
