/** Names of destinations in the forms of other JMS providers: schemes, parameters, and names of subscriptions. */
@NullMarked
package dev.restante.jms.address;

import org.jspecify.annotations.NullMarked;
