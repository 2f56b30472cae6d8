/**
 * Large bodies, which are written before their messages, read chunk by chunk, and deleted after their last reference.
 */
@NullMarked
package dev.restante.node.body;

import org.jspecify.annotations.NullMarked;
