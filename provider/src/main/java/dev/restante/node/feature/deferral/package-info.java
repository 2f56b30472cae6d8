/**
 * Deferred messages (DEF-01 to DEF-04): applications receive them by number, and holders or administrators put them
 * back into the queue. They stay in their queue in a state that other receives pass over. Tests: {@code
 * feature.peeklock.DeferralContract}, {@code node.PostgresDeferralTest}.
 */
@NullMarked
package dev.restante.node.feature.deferral;

import org.jspecify.annotations.NullMarked;
