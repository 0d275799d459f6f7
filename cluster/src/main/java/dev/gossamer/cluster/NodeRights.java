package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.acl.AclOperation;

/** What a node does with each topic, and whether the brokers let its user do it. */
final class NodeRights {
    private static final Duration WAIT = Duration.ofSeconds(15);

    /** Owners of shards delete what nobody needs any more. */
    private static final Set<AclOperation> ALL =
            EnumSet.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE);

    private static final Set<AclOperation> BOTH = EnumSet.of(AclOperation.READ, AclOperation.WRITE);

    private static final Set<AclOperation> READ = EnumSet.of(AclOperation.READ);
    private static final Set<AclOperation> WRITE = EnumSet.of(AclOperation.WRITE);

    /** Of a node that crawls. Pages go to their topic only where the crawl says so. */
    static final Map<String, Set<AclOperation>> CRAWLING =
            Map.of(
                    ClusterTopics.JOURNAL, ALL,
                    ClusterTopics.INBOX, ALL,
                    ClusterTopics.FILES, BOTH,
                    ClusterTopics.CONTROL, BOTH,
                    ClusterTopics.NODES, BOTH,
                    ClusterTopics.REQUESTS, READ,
                    ClusterTopics.RESULTS, WRITE,
                    ClusterTopics.QUESTIONS, READ,
                    ClusterTopics.ANSWERS, WRITE);

    /** Of a node that stores. */
    static final Map<String, Set<AclOperation>> STORING =
            Map.of(
                    ClusterTopics.PAGES, READ,
                    ClusterTopics.CONTROL, BOTH,
                    ClusterTopics.NODES, BOTH,
                    ClusterTopics.QUESTIONS, READ,
                    ClusterTopics.ANSWERS, WRITE);

    private NodeRights() {}

    /** Returns what is missing, such as {@code write on news.journal}. */
    static List<String> lacking(
            Admin admin, ClusterTopics there, Map<String, Set<AclOperation>> rights)
            throws IOException {
        var address = there.address();
        var topics = new TreeMap<String, Set<AclOperation>>();
        rights.forEach(
                (topic, right) -> {
                    if (there.has(topic)) topics.put(address.topic(topic), right);
                });
        var described =
                KafkaFailure.await(
                        "cannot ask what this user may do at " + address.place(),
                        admin.describeTopics(
                                        TopicCollection.ofTopicNames(topics.keySet()),
                                        new DescribeTopicsOptions()
                                                .includeAuthorizedOperations(true))
                                .allTopicNames(),
                        WAIT);
        var lacking = new ArrayList<String>();
        topics.forEach(
                (topic, needed) -> {
                    var found = described.get(topic);
                    // Brokers that keep no rights may say nothing of them.
                    var granted = found == null ? null : found.authorizedOperations();
                    if (granted == null) return;
                    for (var right : needed)
                        if (!granted.contains(right))
                            lacking.add(right.name().toLowerCase(Locale.ROOT) + " on " + topic);
                });
        return lacking;
    }
}
