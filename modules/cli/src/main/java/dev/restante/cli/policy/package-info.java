/** Commands on policies. */
@NullMarked
package dev.restante.cli.policy;

import org.jspecify.annotations.NullMarked;
