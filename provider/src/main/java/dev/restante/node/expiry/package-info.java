/**
 * The sweep of stored messages at due times: makes scheduled messages available, expires messages, and calls the
 * features that act at due times.
 */
@NullMarked
package dev.restante.node.expiry;

import org.jspecify.annotations.NullMarked;
