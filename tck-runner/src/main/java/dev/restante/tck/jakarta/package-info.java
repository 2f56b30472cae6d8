/** Requirements of the Jakarta Messaging TCK: a naming context, and an empty provider before each test. */
@NullMarked
package dev.restante.tck.jakarta;

import org.jspecify.annotations.NullMarked;
