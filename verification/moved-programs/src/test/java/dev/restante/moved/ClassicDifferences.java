package dev.restante.moved;

import static dev.restante.moved.table.Difference.decided;
import static dev.restante.moved.table.Difference.refused;
import static java.util.Map.entry;

import dev.restante.moved.table.Difference;
import java.util.Map;

/** Expected differences between ActiveMQ Classic and Restante. */
final class ClassicDifferences {

    static final Map<String, Difference> ALL = Map.ofEntries(
            entry(
                    "`JMSXGroupFirstForConsumer`",
                    decided("false, then false", "Restante does not mark the first message of a group")),
            entry(
                    "selector with `JMSActiveMQBrokerInTime`",
                    refused("JMSActiveMQBrokerInTime of ActiveMQ Classic (use JMSTimestamp)", "use `JMSTimestamp`")),
            entry("selector with `XPATH`", refused("does not have the function XPATH", "set a property in the sender")),
            entry(
                    "`?consumer.exclusive=true`",
                    refused(
                            "groupAssignment",
                            "give all messages one `JMSXGroupID`, with `groupAssignment` = `STICKY`")),
            entry(
                    "`?consumer.retroactive=true`",
                    refused("durable subscription", "create a durable subscription first")),
            entry("`?consumer.selector=...`", refused("createConsumer", "pass the selector to `createConsumer`")),
            entry("`?consumer.noLocal=true`", refused("createConsumer", "pass `noLocal` to `createConsumer`")),
            entry("send to `a,b`", refused("one destination object for each", "send to each queue in one transaction")),
            entry(
                    "send to `queue://c,topic://d`",
                    refused("one destination object for each", "send to each destination in one transaction")),
            entry("queue `JOBS.>`", refused("wildcards", "use one consumer for each queue")),
            entry(
                    "virtual topic, `Consumer.A.VirtualTopic.Orders`",
                    refused("createSharedDurableConsumer", "use a shared durable subscription of the topic")),
            entry("topic `ActiveMQ.Advisory.Consumer.Queue.advised`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry("topic `ActiveMQ.Scheduler.Management`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry("queue `ActiveMQ.Statistics.Broker`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry("maps and lists as properties", refused("Use a String", "put the values into the body")),
            entry("maps and lists in a `MapMessage`", refused("Use a String", "use an `ObjectMessage` or JSON")),
            entry("`noLocal` of a queue", decided("own", "in Jakarta Messaging it applies to topics only")));

    private ClassicDifferences() {}
}
