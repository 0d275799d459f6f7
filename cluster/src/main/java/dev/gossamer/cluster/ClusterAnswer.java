package dev.gossamer.cluster;

import java.util.List;

/**
 * What the nodes of a cluster answered together.
 *
 * @param value merged from the answers
 * @param answered how many nodes answered
 * @param nodes how many were heard of
 * @param problems of those that could not answer, a line each
 */
public record ClusterAnswer<T>(T value, int answered, int nodes, List<String> problems) {
    public ClusterAnswer {
        problems = List.copyOf(problems);
    }
}
