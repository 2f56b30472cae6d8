/** What can be seen of a broker: messages and entities as administrators look at them, and figures. */
@NullMarked
package dev.restante.broker.view;

import org.jspecify.annotations.NullMarked;
