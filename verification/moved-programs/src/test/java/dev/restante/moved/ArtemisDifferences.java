package dev.restante.moved;

import static dev.restante.moved.table.Difference.decided;
import static dev.restante.moved.table.Difference.refused;
import static java.util.Map.entry;

import dev.restante.moved.table.Difference;
import java.util.Map;

/** Expected differences between Artemis and Restante. */
final class ArtemisDifferences {

    static final Map<String, Difference> ALL = Map.ofEntries(
            entry(
                    "temporary queue after its connection",
                    decided("no send", "Restante rejects the send; Artemis creates a queue with this name")),
            entry(
                    "`_AMQ_DUPL_ID` in a transaction",
                    decided("committed, [first]", "Restante drops the duplicate and commits; Artemis rolls back")),
            entry(
                    "selector with `AMQSize`",
                    refused("AMQSize of ActiveMQ Artemis (use a property", "set a property in the sender")),
            entry(
                    "selector with `AMQExpiration`",
                    refused("AMQExpiration of ActiveMQ Artemis (use a property", "set a property in the sender")),
            entry(
                    "selector with `AMQAddress`",
                    refused("AMQAddress of ActiveMQ Artemis (use a property", "set a property in the sender")),
            entry(
                    "`?exclusive=true`",
                    refused(
                            "groupAssignment",
                            "give all messages one `JMSXGroupID`, with `groupAssignment` = `STICKY`")),
            entry(
                    "`?ring-size=2`",
                    refused("lastValueKey or defaultTimeToLive", "set `lastValueKey` or `defaultTimeToLive`")),
            entry("`?non-destructive=true`", refused("createBrowser", "use a browser")),
            entry("`?last-value-key=code`", refused("lastValueKey", "set the queue option `lastValueKey`")),
            entry("`?max-consumers=1`", refused("JMSXGroupID", "set `JMSXGroupID` to keep the order")),
            entry("`?purge-on-no-consumers=true`", refused("temporary queue", "use a temporary queue")),
            entry(
                    "`?group-first-key=JMSXGroupFirstForConsumer`",
                    refused("does not mark the first message", "no counterpart")),
            entry("`?delay-before-dispatch=100`", refused("Pause the queue", "pause the queue")),
            entry("queue `activemq.management`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry("topic `activemq.notifications`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry(
                    "`unsubscribe` with unsettled messages",
                    decided("not unsubscribed", "Jakarta Messaging forbids it; settle the messages first")),
            entry("`noLocal` of a queue", decided("own", "in Jakarta Messaging it applies to topics only")));

    private ArtemisDifferences() {}
}
