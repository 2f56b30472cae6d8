/** Commands on subscriptions and their rules. */
@NullMarked
package dev.restante.cli.subscription;

import org.jspecify.annotations.NullMarked;
