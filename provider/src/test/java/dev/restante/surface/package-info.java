/** What of Restante others can see: its module, and its public classes. */
@NullMarked
package dev.restante.surface;

import org.jspecify.annotations.NullMarked;
