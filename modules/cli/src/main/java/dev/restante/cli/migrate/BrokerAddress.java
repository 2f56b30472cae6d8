package dev.restante.cli.migrate;

import java.util.ArrayList;
import java.util.List;

/**
 * Address of a file. With the routing type anycast it is a queue, with multicast a topic.
 *
 * @param anycastQueues its anycast queues
 * @param multicastQueues its multicast queues, which are subscriptions of the topic
 */
record BrokerAddress(
        String name,
        int line,
        boolean anycast,
        boolean multicast,
        List<BrokerQueue> anycastQueues,
        List<BrokerQueue> multicastQueues) {

    BrokerAddress {
        anycastQueues = List.copyOf(anycastQueues);
        multicastQueues = List.copyOf(multicastQueues);
    }

    BrokerAddress merge(BrokerAddress other) {
        return new BrokerAddress(
                name,
                line,
                anycast || other.anycast,
                multicast || other.multicast,
                joined(anycastQueues, other.anycastQueues),
                joined(multicastQueues, other.multicastQueues));
    }

    private static List<BrokerQueue> joined(List<BrokerQueue> first, List<BrokerQueue> second) {
        List<BrokerQueue> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
