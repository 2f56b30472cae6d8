/**
 * Repeated sends (SCH-01 to SCH-08): sends a copy of a stored message at each due time of a period or cron expression.
 * One fenced operation sends the copy and reschedules the message. The expiry sweep calls the worker. Tests: {@code
 * feature.send.RepeatedSendContract}, {@code node.RepeatContract}.
 */
@NullMarked
package dev.restante.node.feature.repetition;

import org.jspecify.annotations.NullMarked;
