package dev.gossamer.parse;

import java.util.Optional;

/** What the rel tokens of a link element or a Link header make of it. */
final class LinkRelation {
    private LinkRelation() {}

    /**
     * @param rel tokens in lower case, separated by one space
     * @return empty where it is no link: dns-prefetch and preconnect name a server, not a document
     */
    static Optional<Link.Kind> kind(String rel) {
        boolean isRelation = false;
        for (String token : rel.split(" ")) {
            switch (token) {
                case "stylesheet",
                        "icon",
                        "apple-touch-icon",
                        "apple-touch-icon-precomposed",
                        "mask-icon",
                        "manifest",
                        "preload",
                        "modulepreload",
                        "image_src" -> {
                    return Optional.of(Link.Kind.RESOURCE);
                }
                case "dns-prefetch", "preconnect", "" -> {}
                default -> isRelation = true;
            }
        }
        return isRelation ? Optional.of(Link.Kind.RELATION) : Optional.empty();
    }
}
