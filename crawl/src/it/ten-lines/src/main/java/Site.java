import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A site of two pages on the loopback address. It runs the program and looks what it printed. */
public class Site {
    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(server, "/", "<title>First</title><a href=/second>to the second</a>", 200);
        answer(server, "/second", "<title>Second</title>", 200);
        answer(server, "/robots.txt", "", 404);
        server.start();
        var console = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            TenLines.main(new String[] {"http://127.0.0.1:" + server.getAddress().getPort() + "/"});
        } finally {
            System.setOut(console);
            server.stop(0);
        }
        System.out.print(printed);
        if (!printed.toString().contains("/ First") || !printed.toString().contains("/second Second"))
            throw new AssertionError("a page is missing");
    }

    private static void answer(HttpServer server, String path, String html, int status) {
        server.createContext(
                path,
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Type", "text/html");
                    exchange.sendResponseHeaders(status, html.length() == 0 ? -1 : html.length());
                    exchange.getResponseBody().write(html.getBytes());
                    exchange.close();
                });
    }
}
