package dev.gossamer.deflate;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/**
 * ISA-L's functions for deflate, in the machine code that the jar of Intel's genomics kernel
 * library carries for Linux and macOS on x86-64. Nothing else of that jar is used: its own classes
 * cannot flush, and need a logger.
 *
 * @param init prepares a stream
 * @param code chooses the code of streams at level 0
 * @param reset makes a stream new that was used
 * @param deflate takes input and gives output as far as there is input and room
 * @param initInflate prepares the state of a decoder
 * @param inflate decodes a whole stream
 */
@SuppressWarnings("restricted") // Calling machine code is what it is for.
record IsaLibrary(
        MethodHandle init,
        MethodHandle code,
        MethodHandle reset,
        MethodHandle deflate,
        MethodHandle initInflate,
        MethodHandle inflate) {
    private static final String RESOURCE = "/com/intel/gkl/native/libgkl_compression";

    private static final Optional<IsaLibrary> HERE = load();

    /** Returns the library, where there is one for this machine. */
    static Optional<IsaLibrary> here() {
        return HERE;
    }

    private static Optional<IsaLibrary> load() {
        if (!System.getProperty("os.arch", "").equals("amd64")
                && !System.getProperty("os.arch", "").equals("x86_64")) return Optional.empty();
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("linux")) return load(".so");
        return system.startsWith("mac") ? load(".dylib") : Optional.empty();
    }

    private static Optional<IsaLibrary> load(String suffix) {
        try (var code = IsaLibrary.class.getResourceAsStream(RESOURCE + suffix)) {
            return code == null ? Optional.empty() : Optional.of(load(code, suffix));
        } catch (IOException | IllegalArgumentException | IllegalCallerException e) {
            // No folder to run code from, another C library, or no right to call it: zlib it is.
            return Optional.empty();
        }
    }

    /** The system reads code from files only. The file is not needed any more once it is read. */
    private static IsaLibrary load(InputStream code, String suffix) throws IOException {
        Path file = Files.createTempFile("gossamer-deflate-", suffix);
        try {
            Files.copy(code, file, StandardCopyOption.REPLACE_EXISTING);
            var library = SymbolLookup.libraryLookup(file, Arena.global());
            var nothing = FunctionDescriptor.ofVoid(ValueLayout.ADDRESS);
            var number = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
            return new IsaLibrary(
                    function(library, "isal_deflate_init", nothing),
                    function(
                            library,
                            "isal_deflate_set_hufftables",
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_INT)),
                    function(library, "isal_deflate_reset", nothing),
                    function(library, "isal_deflate", number),
                    function(library, "isal_inflate_init", nothing),
                    function(library, "isal_inflate_stateless", number));
        } finally {
            Files.delete(file);
        }
    }

    private static MethodHandle function(
            SymbolLookup library, String name, FunctionDescriptor type) {
        MemorySegment code =
                library.find(name)
                        .orElseThrow(() -> new IllegalArgumentException("no function " + name));
        return Linker.nativeLinker().downcallHandle(code, type);
    }

    /** Calls a function that has no result. */
    static void call(MethodHandle function, MemorySegment of) {
        try {
            function.invokeExact(of);
        } catch (Throwable e) {
            throw new AssertionError("a function of C has no exceptions", e);
        }
    }

    /** Calls a function and returns its result. */
    static int result(MethodHandle function, MemorySegment of) {
        try {
            return (int) function.invokeExact(of);
        } catch (Throwable e) {
            throw new AssertionError("a function of C has no exceptions", e);
        }
    }
}
