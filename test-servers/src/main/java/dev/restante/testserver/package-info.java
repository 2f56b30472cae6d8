/** Real database servers for tests. They need no installation, and run as root, too. */
package dev.restante.testserver;
