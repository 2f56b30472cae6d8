package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Administration method that another process can call, see {@link BrokerAdministration}. */
public final class RemoteCall {

    private final String name;
    private final List<Method> path;
    private final Method method;
    private final boolean readOnly;

    private final List<WireCodec> parameters;

    /** True for each argument that may be null. */
    private final List<Boolean> nullable;

    private final WireCodec result;

    /** True if the result may contain message bodies. */
    private final boolean returnsBodies;

    /**
     * Creates a call.
     *
     * @param path the methods that return the part of the administration that has the method
     * @param readOnly true if the call changes nothing and may be repeated
     */
    RemoteCall(String name, List<Method> path, Method method, boolean readOnly, WireCodecRegistry codecRegistry) {
        this.name = name;
        this.path = List.copyOf(path);
        this.method = method;
        this.readOnly = readOnly;
        this.parameters = List.of(method.getGenericParameterTypes()).stream()
                .filter(type -> type != ProgressWatch.class)
                .map(codecRegistry::of)
                .toList();
        this.nullable = List.of(method.getAnnotatedParameterTypes()).stream()
                .map(WireCodecRegistry::isNullable)
                .toList();
        this.result = codecRegistry.of(method.getGenericReturnType());
        this.returnsBodies = LargeCallLimiter.mayContainBodies(method.getGenericReturnType());
    }

    /** Returns the unique name. */
    public String name() {
        return name;
    }

    List<Type> parameterTypes() {
        return List.of(method.getGenericParameterTypes());
    }

    /** Returns whether the call changes nothing and may be repeated. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /**
     * Returns whether the result may contain message bodies or a group state. Bodies are excluded if the last argument
     * is false.
     */
    boolean mayReturnBodies(@Nullable Object[] arguments) {
        return returnsBodies && (arguments.length == 0 || !Boolean.FALSE.equals(arguments[arguments.length - 1]));
    }

    /** Returns the index of the progress watch among the arguments; -1 if there is none. */
    public int watchArgumentIndex() {
        return List.of(method.getParameterTypes()).indexOf(ProgressWatch.class);
    }

    /** Returns the arguments with a wrapped progress watch; the specified array if the call has none. */
    @Nullable
    Object[] wrapProgressWatch(@Nullable Object[] arguments, UnaryOperator<ProgressWatch> wrapper) {
        int index = watchArgumentIndex();
        if (index < 0 || !(arguments[index] instanceof ProgressWatch progress)) {
            return arguments;
        }
        @Nullable Object[] wrapped = arguments.clone();
        wrapped[index] = wrapper.apply(progress);
        return wrapped;
    }

    public @Nullable Object invokeOn(BrokerAdministration administration, @Nullable Object[] arguments) {
        try {
            Object part = administration;
            for (Method step : path) {
                part = requireNonNull(step.invoke(part));
            }
            return method.invoke(part, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    void writeArguments(ByteWriter to, @Nullable Object[] arguments) {
        int form = 0;
        for (Object argument : arguments) {
            if (!(argument instanceof ProgressWatch)) {
                parameters.get(form++).write(to, argument);
            }
        }
    }

    /**
     * Returns the arguments that {@link #writeArguments} wrote, with the specified progress watch.
     *
     * @throws IllegalArgumentException if an argument is null without permission, or out of range
     */
    @Nullable
    Object[] readArguments(ByteReader from, ProgressWatch progress) {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        int form = 0;
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == watchArgumentIndex()
                    ? progress
                    : parameters.get(form++).read(from);
            if (arguments[i] == null && !nullable.get(i)) {
                throw new IllegalArgumentException("Argument " + (i + 1) + " of " + name + " is missing");
            }
        }
        return arguments;
    }

    void writeResult(ByteWriter to, @Nullable Object value) {
        result.write(to, value);
    }

    @Nullable
    Object readResult(ByteReader from) {
        return result.read(from);
    }

    @Override
    public String toString() {
        return name;
    }
}
