package dev.restante.moved;

import dev.restante.moved.program.ProgramFactories;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;

/**
 * Embedded OpenMQ with its files in the build folder, and clients that connect over TCP.
 *
 * <p>OpenMQ publishes only its distribution. The build unpacks it and adds its jars to the class path of the tests, so
 * that this class calls it by reflection.
 */
record OriginalOpenMq(Object broker, ProgramFactories factories) implements RunningProvider {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("moved.openmq", "target/openmq")).toAbsolutePath();
    private static final Path HOME = DIRECTORY.resolve("mq");
    private static final String BROKER = "com.sun.messaging.jmq.jmsclient.runtime.BrokerInstance";
    private static final String LISTENER = "com.sun.messaging.jmq.jmsservice.BrokerEventListener";

    static OriginalOpenMq start() throws Exception {
        int port = freePort();
        Class<?> runtime = Class.forName("com.sun.messaging.jmq.jmsclient.runtime.ClientRuntime");
        Object broker = runtime.getMethod("createBrokerInstance")
                .invoke(runtime.getMethod("getRuntime").invoke(null));
        Properties settings = (Properties) method("parseArgs", String[].class).invoke(broker, (Object) arguments(port));
        method("init", Properties.class, Class.forName(LISTENER)).invoke(broker, settings, listener());
        method("start").invoke(broker);
        String address = "mq://localhost:" + port;
        return new OriginalOpenMq(
                broker,
                new ProgramFactories(
                        (ConnectionFactory) factory("com.sun.messaging.ConnectionFactory", address),
                        (XAConnectionFactory) factory("com.sun.messaging.XAConnectionFactory", address)));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String[] arguments(int port) {
        return new String[] {
            "-imqhome",
            HOME.toString(),
            "-libhome",
            HOME.resolve("lib").toString(),
            "-varhome",
            DIRECTORY.resolve("var-" + UUID.randomUUID()).toString(),
            "-name",
            "moved",
            "-port",
            "" + port,
            "-silent",
            "-Dimq.metrics.topic.interval=1"
        };
    }

    /** Returns a listener of the broker that lets it exit. */
    private static Object listener() throws ClassNotFoundException {
        return Proxy.newProxyInstance(
                OriginalOpenMq.class.getClassLoader(),
                new Class<?>[] {Class.forName(LISTENER)},
                (proxy, called, values) -> called.getReturnType() == boolean.class ? true : null);
    }

    private static Object factory(String type, String address) throws ReflectiveOperationException {
        Object factory = Class.forName(type).getConstructor().newInstance();
        factory.getClass()
                .getMethod("setProperty", String.class, String.class)
                .invoke(factory, "imqAddressList", address);
        return factory;
    }

    private static java.lang.reflect.Method method(String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        return Class.forName(BROKER).getMethod(name, parameters);
    }

    @Override
    public void close() throws ReflectiveOperationException {
        method("stop").invoke(broker);
        method("shutdown").invoke(broker);
    }
}
