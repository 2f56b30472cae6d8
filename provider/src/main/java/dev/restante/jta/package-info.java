/**
 * Participation of applications in the expiry of messages through Jakarta Transactions. No other package needs that
 * API.
 */
@NullMarked
package dev.restante.jta;

import org.jspecify.annotations.NullMarked;
