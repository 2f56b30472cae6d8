package dev.restante.durability;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The beginning of a {@link ChildJvm}: runs the {@code main} of a class, and ends the JVM if that fails. A node that
 * is open would keep it, and its test would wait for what it has to tell until its life is over.
 */
final class ChildMain {

    private static final int FAILED = 70;

    private ChildMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Method main = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            Runtime.getRuntime().halt(FAILED);
        }
    }
}
