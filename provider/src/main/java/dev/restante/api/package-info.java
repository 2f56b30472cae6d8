/**
 * What applications, servers and all layers of Restante speak alike: the error codes, why a message is not delivered,
 * and what a server can implement.
 */
@NullMarked
package dev.restante.api;

import org.jspecify.annotations.NullMarked;
