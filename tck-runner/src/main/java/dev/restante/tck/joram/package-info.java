/** What the JORAM conformance tests ask of a provider. */
@NullMarked
package dev.restante.tck.joram;

import org.jspecify.annotations.NullMarked;
