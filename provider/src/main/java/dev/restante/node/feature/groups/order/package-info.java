/**
 * Order of message groups when messages are settled (VIS-07): if a message is released, the later messages of its
 * group that are in flight or prefetched return to the store with it. Tests: {@code feature.group.GroupHeadContract},
 * {@code node.GroupReturnRaceTest}.
 */
@NullMarked
package dev.restante.node.feature.groups.order;

import org.jspecify.annotations.NullMarked;
