package dev.gossamer.crawl;

import dev.gossamer.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Code of the user's that the configuration names by class. The classes are looked for on the class
 * path and in the jars and folders that the setting {@code plugin} names.
 */
final class Plugins {
    /** What a class that the setting {@code use} names can be; it may be several of them. */
    private static final List<Class<?>> KINDS =
            List.of(Store.class, Strategy.class, CrawlListener.class);

    private final ClassLoader loader;
    private final List<NamedArguments> used;

    private Plugins(ClassLoader loader, List<NamedArguments> used) {
        this.loader = loader;
        this.used = used;
    }

    /** Opens the files; those are closed when nothing refers to their classes any more. */
    static Plugins of(CrawlOptions options) {
        var files = new ArrayList<URL>();
        for (Path file : options.own().plugins()) files.add(location(file));
        ClassLoader ours = Plugins.class.getClassLoader();
        return new Plugins(
                files.isEmpty() ? ours : new URLClassLoader(files.toArray(URL[]::new), ours),
                options.own().used());
    }

    private static URL location(Path file) {
        if (!Files.exists(file)) throw new UsageException("plugin " + file + ": no such file");
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UsageException("plugin " + file + ": " + e.getMessage());
        }
    }

    /** Makes an object of each class that the setting {@code use} names. */
    List<Object> used() {
        return used.stream().map(entry -> make("use", entry, KINDS)).toList();
    }

    /** Makes the filter of a class that the setting {@code filters} names. */
    UrlFilter filter(NamedArguments entry) {
        return (UrlFilter) make("filter", entry, List.of(UrlFilter.class));
    }

    /** No code of a class runs, not even its initialiser, before it is known to be of a kind. */
    private Object make(String what, NamedArguments entry, List<Class<?>> kinds) {
        String name = what + " " + entry.name();
        try {
            Class<?> type = Class.forName(entry.name(), false, loader);
            if (kinds.stream().noneMatch(kind -> kind.isAssignableFrom(type)))
                throw new UsageException(name + " is not a " + names(kinds));
            return entry.arguments().isEmpty()
                    ? type.getConstructor().newInstance()
                    : type.getConstructor(List.class).newInstance(entry.arguments());
        } catch (ClassNotFoundException e) {
            throw new UsageException(
                    "no %s '%s': neither one that ships nor a class on the class path or in a plugin"
                            .formatted(what.equals("use") ? "class" : what, entry.name()));
        } catch (InvocationTargetException e) {
            throw new UsageException(name + ": " + reason(e));
        } catch (ReflectiveOperationException e) {
            throw new UsageException(
                    name
                            + " needs a public constructor without parameters, or one with List<String> for its arguments");
        } catch (LinkageError e) {
            throw new UsageException(name + " cannot be loaded: " + e);
        }
    }

    private static String names(List<Class<?>> kinds) {
        return kinds.stream().map(Class::getName).collect(Collectors.joining(", "));
    }

    private static String reason(InvocationTargetException e) {
        var cause = e.getCause();
        if (cause == null) return String.valueOf(e.getMessage());
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
