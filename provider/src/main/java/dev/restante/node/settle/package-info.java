/** What an application does with a message that it has received: completes, abandons, defers, dead-letters, renews. */
@NullMarked
package dev.restante.node.settle;

import org.jspecify.annotations.NullMarked;
