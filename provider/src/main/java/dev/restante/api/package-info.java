/**
 * Types for applications, application servers and all layers of Restante: error codes, blocking reasons, names of
 * dead-letter queues, and a server session pool interface.
 */
@NullMarked
package dev.restante.api;

import org.jspecify.annotations.NullMarked;
