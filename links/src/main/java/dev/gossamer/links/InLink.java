package dev.gossamer.links;

import dev.gossamer.url.Url;

/** One link, seen from its target. */
public record InLink(Url source, Edge.Kind kind, String text) {}
