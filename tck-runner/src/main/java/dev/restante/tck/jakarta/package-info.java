/** What the Jakarta Messaging TCK asks of a provider: a naming context, and an empty provider before each test. */
@NullMarked
package dev.restante.tck.jakarta;

import org.jspecify.annotations.NullMarked;
