package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Server without Bean Validation")
final class WithoutBeanValidationTest {

    /** Class loader that loads Restante's classes again and hides Bean Validation. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(WithoutBeanValidationTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jakarta.validation.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.restante.")) {
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

    @Test
    @DisplayName("RA-13 the beans can be configured")
    void shouldConfigure() throws Exception {
        Loader loader = new Loader();
        Class<?> type = loader.loadClass(RestanteManagedConnectionFactory.class.getName());
        assertThat(type).isNotSameAs(RestanteManagedConnectionFactory.class);
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass("jakarta.validation.constraints.Pattern"));
        Object bean = type.getConstructor().newInstance();
        for (PropertyDescriptor property :
                Introspector.getBeanInfo(type, Object.class).getPropertyDescriptors()) {
            assertThat(property.getReadMethod().getAnnotations()).isEmpty();
            if (property.getPropertyType() == String.class) {
                property.getWriteMethod().invoke(bean, "a=b");
                assertThat(property.getReadMethod().invoke(bean)).isEqualTo("a=b");
            }
        }
    }
}
