package io.oasis.protocol;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.time.Instant;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

/**
 * How JSON becomes the records of messages, where Jackson's own way will not do.
 *
 * <p>Records are made by a method handle that takes their components as they come, in an array:
 * Jackson itself adapts a handle for every object that it makes, which is a quarter of the time of
 * reading a message.
 */
final class MessageModule extends SimpleModule {
  private static final MethodType FROM_ARRAY = MethodType.methodType(Object.class, Object[].class);

  MessageModule() {
    addDeserializer(Instant.class, new InstantReader());
  }

  @Override
  public void setupModule(JacksonModule.SetupContext context) {
    super.setupModule(context);
    context.addValueInstantiators(
        new ValueInstantiators.Base() {
          @Override
          public ValueInstantiator modifyValueInstantiator(
              DeserializationConfig config,
              BeanDescription.Supplier description,
              ValueInstantiator standard) {
            return description.getBeanClass().isRecord()
                    && standard instanceof StdValueInstantiator std
                    && std.getWithArgsCreator() != null
                    && std.getWithArgsCreator().getAnnotated() instanceof Constructor<?> constructor
                ? new FromArray(std, constructor)
                : standard;
          }
        });
  }

  private static final class FromArray extends StdValueInstantiator {
    private final MethodHandle make;

    FromArray(StdValueInstantiator standard, Constructor<?> constructor) {
      super(standard);
      try {
        make =
            MethodHandles.lookup()
                .unreflectConstructor(constructor)
                .asSpreader(Object[].class, constructor.getParameterCount())
                .asType(FROM_ARRAY);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("records of messages are public", e);
      }
    }

    @Override
    public Object createFromObjectWith(DeserializationContext context, Object[] components) {
      try {
        return make.invokeExact(components);
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        return context.handleInstantiationProblem(
            getValueClass(), components, rewrapCtorProblem(context, e));
      }
    }
  }
}
