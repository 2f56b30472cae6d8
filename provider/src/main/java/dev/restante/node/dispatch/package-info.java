/** What this node has acquired and not yet handed over, and when to acquire more. */
@NullMarked
package dev.restante.node.dispatch;

import org.jspecify.annotations.NullMarked;
