/**
 * Redrive and resubmission of dead letters (BEY-03, BEY-07, BEY-08): moves them back at a rate, at once or as a job in
 * the background, or sends edited copies. A job is a row in the store, so that another node can continue it. Tests:
 * {@code feature.forward.RedriveContract}, {@code feature.forward.RedriveJobContract}, {@code
 * feature.forward.ResubmitContract}.
 */
@NullMarked
package dev.restante.node.feature.redrive;

import org.jspecify.annotations.NullMarked;
