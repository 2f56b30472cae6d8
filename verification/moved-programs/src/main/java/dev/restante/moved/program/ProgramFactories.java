package dev.restante.moved.program;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;

/**
 * Connection factories of one provider. A program gets nothing else of the provider.
 *
 * @param plain the factory for everything except distributed transactions
 * @param distributed the factory for distributed transactions
 */
public record ProgramFactories(ConnectionFactory plain, XAConnectionFactory distributed) {}
