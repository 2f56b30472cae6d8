/**
 * Large bodies (LRG-01 to LRG-07): streams write them before their messages, and read them chunk by chunk. Chunks are
 * rows of their own; a cleaner deletes those whose message was not sent or is gone. Tests: {@code feature.body}.
 */
@NullMarked
package dev.restante.node.feature.bodies;

import org.jspecify.annotations.NullMarked;
