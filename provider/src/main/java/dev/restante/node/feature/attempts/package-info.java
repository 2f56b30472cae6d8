/**
 * Receive attempts (VIS-09): a receive that is repeated with the same attempt id returns the same messages. An attempt
 * is a row in the store; a repetition locks its messages again for the caller. Tests: {@code
 * feature.receive.ReceiveAttemptContract}, {@code node.RepeatedReceiveContract}.
 */
@NullMarked
package dev.restante.node.feature.attempts;

import org.jspecify.annotations.NullMarked;
