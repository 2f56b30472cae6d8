package dev.restante.moved;

import static dev.restante.moved.table.Difference.decided;
import static dev.restante.moved.table.Difference.refused;
import static java.util.Map.entry;

import dev.restante.moved.table.Difference;
import java.util.Map;

/** Expected differences between OpenMQ and Restante. */
final class OpenMqDifferences {

    static final Map<String, Difference> ALL = Map.ofEntries(
            entry(
                    "`JMS_SUN_PRESERVE_UNDELIVERED` = false",
                    decided("old", "the queue option `deadLetterOnExpiry` decides for all messages")),
            entry(
                    "`JMS_SUN_COMPRESSED_SIZE` after a send",
                    refused("NumberFormatException", "Restante does not compress; bodies arrive unchanged")),
            entry("send to the topic `offers.*`", refused("pattern of topics", "send to each topic")),
            entry("topic `rates.**`", refused("'#' for any number of segments", "use `rates.#`")),
            entry("topic `mq.metrics.broker`", refused("RestanteAdmin", "use `RestanteAdmin`")),
            entry(
                    "`unsubscribe` with unsettled messages",
                    decided("not unsubscribed", "Jakarta Messaging forbids it; settle the messages first")));

    private OpenMqDifferences() {}
}
