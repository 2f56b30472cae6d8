package dev.restante.bench;

import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Restante with its embedded store, found by name so that the benchmark also runs where the provider is not built. */
final class RestanteContender implements JmsContender {

    private static final String FACTORY_CLASS = "dev.restante.RestanteConnectionFactory";
    private static final String MODE_CLASS = "dev.restante.AutoAcknowledge";

    private final String name;
    private final String mode;

    /**
     * A variant of Restante.
     *
     * @param name in the report
     * @param mode a constant of the provider's enum {@code AutoAcknowledge}
     */
    RestanteContender(String name, String mode) {
        this.name = name;
        this.mode = mode;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<String> unavailable() {
        try {
            Class.forName(FACTORY_CLASS);
            return Optional.empty();
        } catch (ClassNotFoundException e) {
            return Optional.of("not on the class path");
        }
    }

    /** The store is the same for both; what is not to be kept is sent with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        Class<?> factoryClass = Class.forName(FACTORY_CLASS);
        Class<?> modeClass = Class.forName(MODE_CLASS);
        Object factory = factoryClass.getConstructor(String.class).newInstance(url);
        Object constant = Arrays.stream(modeClass.getEnumConstants())
                .filter(candidate -> candidate.toString().equals(mode))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(MODE_CLASS + " has no " + mode));
        try {
            factoryClass.getMethod("setAutoAcknowledge", modeClass).invoke(factory, constant);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("setAutoAcknowledge(" + mode + ") failed", e.getCause());
        }
        return new Running((ConnectionFactory) factory, (AutoCloseable) factory);
    }

    private record Running(ConnectionFactory connectionFactory, AutoCloseable closeable) implements RunningBroker {

        @Override
        public void close() throws Exception {
            closeable.close();
        }
    }
}
