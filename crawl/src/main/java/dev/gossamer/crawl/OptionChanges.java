package dev.gossamer.crawl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the options given to a resume change, and what that asks for: what is now let in has to be
 * found again, what is now kept out is left when its turn comes.
 */
record OptionChanges(CrawlOptions before, CrawlOptions now) {
    /** Settings that a crawl writes for itself. */
    private static final Setting<?> OWN = Settings.ADMITTED;

    private static final int MAX_TEXT = 60;

    /** What has to be done so that what is let in now is found. */
    enum Consequence {
        /** All that may be fetched is waiting, or is found from now on. */
        NONE,
        /** Links that were left out stand in pages that were fetched. */
        REREAD,
        /** The frontier let go of URLs that it would keep now. */
        REBUILD
    }

    /**
     * @param dropped URLs that the frontier let go, by reason, as the last status has it
     */
    Consequence consequence(Map<String, Long> dropped) {
        if (dropped.containsKey("page-limit") && isLessLimitedPerHost()) return Consequence.REBUILD;
        boolean wereDeclined = HeadRules.RULES.stream().anyMatch(dropped::containsKey);
        if (wereDeclined && isMoreDownloaded()) return Consequence.REBUILD;
        boolean isAnother = !before.identity().agent().equals(now.identity().agent());
        boolean hasOwn =
                hasNew(before.politeness().ignoreRobots(), now.politeness().ignoreRobots());
        if ((isAnother || hasOwn) && dropped.containsKey("robots")) return Consequence.REBUILD;
        if (!mayLetInMore()) return Consequence.NONE;
        return dropped.containsKey("filter") ? Consequence.REBUILD : Consequence.REREAD;
    }

    private boolean isLessLimitedPerHost() {
        return now.limits().maxPagesPerHost() > before.limits().maxPagesPerHost()
                || !now.pacing().hosts().equals(before.pacing().hosts());
    }

    private boolean isMoreDownloaded() {
        var old = before.reach();
        var types = now.reach().types();
        boolean hasMoreTypes =
                !old.types().isEmpty() && (types.isEmpty() || hasNew(old.types(), types));
        return hasMoreTypes || hasNew(now.reach().decline(), old.decline());
    }

    private boolean mayLetInMore() {
        var old = before.reach();
        var reach = now.reach();
        boolean hasSeeds = hasNew(before.seeds(), now.seeds());
        if (hasSeeds && reach.scope() != Scope.ANY && reach.scope() != Scope.PAGE) return true;
        if (reach.scope().compareTo(old.scope()) > 0) return true;
        var included = texts(reach.include());
        var wasIncluded = texts(old.include());
        if (!wasIncluded.isEmpty() && (included.isEmpty() || hasNew(wasIncluded, included)))
            return true;
        return hasNew(texts(reach.exclude()), texts(old.exclude()))
                || !reach.filters().equals(old.filters())
                || !reach.normal().equals(old.normal())
                || (reach.resources() && !old.resources())
                || (reach.sitemaps() && !old.sitemaps())
                || (reach.relations() && !old.relations())
                || (reach.checkLinks() && !old.checkLinks())
                || now.limits().maxDepth() > before.limits().maxDepth()
                || (now.storage().nearDuplicates().areFollowed()
                        && !before.storage().nearDuplicates().areFollowed());
    }

    private static boolean hasNew(Collection<?> known, Collection<?> perhapsMore) {
        return !new HashSet<Object>(known).containsAll(perhapsMore);
    }

    /** Patterns have no equality of their own. */
    private static List<String> texts(Collection<?> patterns) {
        return patterns.stream().map(String::valueOf).toList();
    }

    /**
     * Says for people what changes and what that leads to, a sentence each.
     *
     * @param hasArchive whether the pages fetched so far can be read again
     */
    List<String> told(Map<String, Long> dropped, boolean hasArchive) {
        var told = told();
        if (consequence(dropped) != Consequence.NONE)
            told.add(
                    hasArchive
                            ? "the links of the pages fetched so far are read again with these options"
                            : "the pages fetched so far were not archived, so their links cannot be read again: only links that are found from now on are held against these options");
        return told;
    }

    private List<String> told() {
        return settings().stream().map(this::told).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns the settings that are others now. */
    List<Setting<?>> settings() {
        var changed = new ArrayList<Setting<?>>();
        var old = before.settings().written();
        var given = now.settings().written();
        for (var setting : Settings.all())
            if (!setting.equals(OWN)
                    && !Objects.equals(old.get(setting.name()), given.get(setting.name())))
                changed.add(setting);
        return changed;
    }

    /** Says for people what one of them is now. */
    String told(Setting<?> setting) {
        if (setting.equals(Settings.SEEDS)) {
            int added = now.seeds().size() - before.seeds().size();
            return "%,d %s added".formatted(added, added == 1 ? "seed is" : "seeds are");
        }
        if (setting.isSecret()) return setting.name() + " is another now";
        return setting.name() + " is " + isText(setting) + ", it was " + wasText(setting);
    }

    String wasText(Setting<?> setting) {
        return text(setting, before);
    }

    String isText(Setting<?> setting) {
        return text(setting, now);
    }

    private static String text(Setting<?> setting, CrawlOptions options) {
        if (setting.isSecret()) return "(not shown)";
        return text(options.settings().written().get(setting.name()));
    }

    private static String text(@Nullable Object written) {
        if (written == null) return "not set";
        String text =
                written instanceof List<?> list
                        ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        : String.valueOf(written);
        if (text.isEmpty()) return "empty";
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }
}
