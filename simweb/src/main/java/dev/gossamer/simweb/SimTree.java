package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a simulated web as files, to be served by nginx: the same bytes as {@link SimServer}
 * sends, from another server. A tree is always healthy: faults and traps need a server that
 * misbehaves. Redirects are all 301, dead links all 404.
 *
 * <pre>
 * DIR/www/HOST/...     the pages of a host
 * DIR/simweb.conf      redirects and servers, to be included in http { }
 * DIR/nginx.conf       a whole configuration around it: nginx -p DIR -c nginx.conf
 * DIR/hosts            names and addresses, in the form of /etc/hosts
 * </pre>
 */
public final class SimTree {
    private static final Space[] WRITTEN = {
        Space.PAGE, Space.PRINT, Space.FILE, Space.IMAGE, Space.PRIVATE
    };

    private final Path dir;
    private final SimWeb web;
    private final PageWriter writer;
    private final Ascii out = new Ascii(64 * 1024);
    private long files;

    private SimTree(Path dir, SimWeb web) {
        this.dir = dir;
        this.web = web;
        writer = web.writer();
    }

    /**
     * Writes the web of these options, faults left out; says how many files that were. The port
     * must be given.
     */
    public static long write(Path dir, SimWebOptions options) throws IOException {
        if (options.port() == 0)
            throw new IllegalArgumentException("a tree needs a port: it stands in the links");
        var tree = new SimTree(dir, SimWeb.of(options.healthy()));
        tree.writePages();
        tree.writeHosts();
        tree.writeServers();
        tree.writeNginx();
        return tree.files;
    }

    private void writePages() throws IOException {
        for (int host = 0; host < web.hosts().count(); host++) {
            Path root = Files.createDirectories(dir.resolve("www").resolve(web.hostName(host)));
            var robots = web.robotsTxt(host);
            if (robots.isPresent()) Files.writeString(root.resolve("robots.txt"), robots.get());
            for (int number = 0; number < web.hosts().pages(host); number++)
                for (Space space : WRITTEN) {
                    long id = PageId.of(host, space, number);
                    if (web.pageModel().exists(id)) writePage(root, id);
                }
        }
    }

    private void writePage(Path root, long id) throws IOException {
        String path = path(id);
        Path file = root.resolve(path.equals("/") ? "index.html" : path.substring(1));
        out.clear();
        writer.write(out, id);
        Path folder = file.getParent();
        if (folder != null) Files.createDirectories(folder);
        try (OutputStream stream = Files.newOutputStream(file)) {
            stream.write(out.array(), 0, out.length());
        }
        files++;
    }

    private String path(long id) {
        var path = new Ascii(80);
        web.writePath(path, id);
        return path.toString();
    }

    private void writeHosts() throws IOException {
        var lines = new ArrayList<String>();
        for (int host = 0; host < web.hosts().count(); host++)
            lines.add(web.address(host).getHostAddress() + " " + web.hostName(host));
        Files.write(dir.resolve("hosts"), lines);
    }

    private void writeServers() throws IOException {
        try (var conf = new PrintWriter(Files.newBufferedWriter(dir.resolve("simweb.conf")))) {
            conf.print("map_hash_max_size 1048576;\nmap_hash_bucket_size 256;\n");
            conf.print("server_names_hash_max_size 1048576;\nserver_names_hash_bucket_size 128;\n");
            conf.print(
                    "types { text/html html; application/pdf pdf; text/csv csv; text/plain txt;");
            conf.print(" application/zip zip; image/png png; }\ncharset_types text/html;\n");
            conf.print("map $host$uri $simweb_moved {\n    default \"\";\n");
            for (int host = 0; host < web.hosts().count(); host++) writeRedirects(conf, host);
            conf.print(
                    "}\nserver { listen "
                            + web.options().port()
                            + " default_server; return 421; }\n");
            for (var server : hostsByCharset().entrySet())
                writeServer(conf, server.getKey(), server.getValue());
            if (conf.checkError())
                throw new IOException("could not write " + dir.resolve("simweb.conf"));
        }
    }

    private void writeRedirects(PrintWriter conf, int host) {
        for (int number = 0; number < web.hosts().pages(host); number++) {
            long id = PageId.of(host, Space.REDIRECT, number);
            if (web.pageModel().exists(id))
                conf.print(
                        "    "
                                + web.hostName(host)
                                + path(id)
                                + " "
                                + web.url(web.pageModel().redirectTarget(id))
                                + ";\n");
        }
    }

    /** By what the Content-Type header is to say; nothing is "off". */
    private Map<String, List<String>> hostsByCharset() {
        var hosts = new TreeMap<String, List<String>>();
        for (int host = 0; host < web.hosts().count(); host++) {
            String charset =
                    web.hosts().headerNamesCharset(host)
                            ? web.hosts().language(host).charset().name()
                            : "off";
            hosts.computeIfAbsent(charset, _ -> new ArrayList<>()).add(web.hostName(host));
        }
        return hosts;
    }

    /**
     * Listens everywhere, because every host has its own address, and answers this machine alone.
     */
    private void writeServer(PrintWriter conf, String charset, List<String> hosts) {
        conf.print("server {\n    listen " + web.options().port() + ";\n    server_name\n        ");
        conf.print(String.join("\n        ", hosts));
        conf.print(";\n    charset " + charset + ";\n    root www/$host;\n    index index.html;\n");
        conf.print("    allow 127.0.0.0/8;\n    deny all;\n    absolute_redirect off;\n");
        conf.print("    if ($simweb_moved) { return 301 $simweb_moved; }\n}\n");
    }

    private void writeNginx() throws IOException {
        Files.writeString(
                dir.resolve("nginx.conf"),
                """
                worker_processes auto;
                worker_rlimit_nofile 20000;
                pid nginx.pid;
                error_log error.log;
                events { worker_connections 8192; }
                http {
                    access_log off;
                    sendfile on;
                    tcp_nopush on;
                    keepalive_timeout 60;
                    keepalive_requests 1000000;
                    open_file_cache max=10000 inactive=10m;
                    client_body_temp_path tmp-body;
                    proxy_temp_path tmp-proxy;
                    fastcgi_temp_path tmp-fastcgi;
                    uwsgi_temp_path tmp-uwsgi;
                    scgi_temp_path tmp-scgi;
                    include simweb.conf;
                }
                """);
    }
}
