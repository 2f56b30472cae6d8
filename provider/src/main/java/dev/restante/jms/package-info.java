/**
 * Implementation of Jakarta Messaging on a broker: connections, sessions, producers, consumers, browsers and contexts.
 */
@NullMarked
package dev.restante.jms;

import org.jspecify.annotations.NullMarked;
