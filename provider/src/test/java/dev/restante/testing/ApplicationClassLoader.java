package dev.restante.testing;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;

/**
 * Class loader of an application. It loads some classes again, and delegates all other classes to the loader of the
 * tests.
 */
public class ApplicationClassLoader extends ClassLoader {

    private final Predicate<String> own;

    /**
     * Creates a loader.
     *
     * @param own returns by the name of a class whether the class is loaded again
     */
    public ApplicationClassLoader(Predicate<String> own) {
        super(ApplicationClassLoader.class.getClassLoader());
        this.own = own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.test(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
