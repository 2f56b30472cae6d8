/** What tests of several packages share. */
package dev.restante.testing;
