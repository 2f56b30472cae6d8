/** Programs for other JMS providers. They use only Jakarta Messaging, and names of the provider as texts. */
@NullMarked
package dev.restante.moved.program;

import org.jspecify.annotations.NullMarked;
