package dev.gossamer.cli;

import dev.gossamer.crawl.Settings;
import dev.gossamer.crawl.UsageException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration on the command line, written as in the settings of a crawl: 100ms, 1s, 2m or 0. */
final class DurationText implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Settings.duration("duration", text);
        } catch (UsageException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
