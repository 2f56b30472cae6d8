/**
 * History of figures (VIS-10): records the statistics of all queues at intervals, so that consoles can draw them. One
 * row in the store has one interval of one queue and node; old rows are merged or deleted. Tests: {@code
 * node.RecordedHistoryContract}, {@code node.PostgresRecordedHistoryTest}.
 */
@NullMarked
package dev.restante.node.feature.history;

import org.jspecify.annotations.NullMarked;
